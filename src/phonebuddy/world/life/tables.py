"""The tables of a life: what the content of every app may read while an image is built.

docs/life.md is written from this text. Invariant: every column has a comment, and times are seconds since
1970, amounts are cents, days are midnights, minutes of the day count from midnight.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

SCHEMA = """
-- The owner of the phone: one row.
CREATE TABLE life_owner (
  id INTEGER PRIMARY KEY,  -- 1
  character TEXT,  -- which of the characters of apps/content/life it is, such as designer
  language TEXT,  -- en or zh: what the phone speaks and its content is written in
  given TEXT,  -- first name
  family TEXT,  -- last name
  name TEXT,  -- both, as they are written: in Chinese the family name first
  handle TEXT,  -- a short name for accounts: small letters and digits
  sex TEXT,  -- f or m
  birthday INTEGER,  -- the day of birth
  phone TEXT,  -- the own number
  mail TEXT,  -- the own mail address
  work_mail TEXT,  -- the address at work; empty without work
  home INTEGER,  -- the life_place where the owner lives
  work INTEGER,  -- the life_place where the owner works or studies
  street TEXT,  -- of home, with the number
  town TEXT,  -- of home
  job TEXT,  -- what the owner does, in words
  employer TEXT,  -- for whom; empty for the retired
  income INTEGER,  -- what comes in each month
  bank TEXT,  -- the name of the bank
  account TEXT,  -- the number of the current account
  card TEXT,  -- the last four digits of the card
  wifi TEXT,  -- the name of the network at home
  wifi_key TEXT,  -- its password
  pet TEXT,  -- the name of the pet; empty when there is none
  pet_kind TEXT,  -- cat or dog, in the owner's language
  car TEXT  -- its number plate; empty when there is none
);
-- Everybody in the owner's life: family, then friends, colleagues, services. Contacts have the same ids.
CREATE TABLE life_person (
  id INTEGER PRIMARY KEY,  -- also the id in contacts_person
  given TEXT,  -- first name
  family TEXT,  -- last name
  name TEXT,  -- both, as they are written
  call TEXT,  -- what the owner calls them: Mum, or the first name
  sex TEXT,  -- f or m
  relation TEXT,  -- family, friend, colleague or service
  role TEXT,  -- such as mother, partner, child, sister, neighbour, boss, doctor, dentist, vet
  phone TEXT,  -- the number
  mail TEXT,  -- the address
  street TEXT,  -- with the number
  town TEXT,  -- where they live or work
  company TEXT,  -- where they work; empty when not known
  birthday INTEGER,  -- the day of birth; NULL for services
  close INTEGER,  -- 3 daily, 2 weekly, 1 now and then, 0 hardly ever
  note TEXT  -- what the owner keeps in mind about them; often empty
);
-- What people like, cannot stand, or told the owner; each is also in an old message or a note.
CREATE TABLE life_taste (
  id INTEGER PRIMARY KEY,  -- counts
  person INTEGER,  -- a life_person; 0 for the owner
  topic TEXT,  -- food, drink, allergy, size, seat, gift, colour
  value TEXT,  -- in the owner's language, such as: peanuts
  text TEXT  -- the whole sentence
);
-- Places: home, work and where the owner goes. x and y are places on the town's map.
CREATE TABLE life_place (
  id INTEGER PRIMARY KEY,  -- counts; 1 is home
  kind TEXT,  -- home, work, house (of somebody), hotel, or a key of `places` in pools.yaml
  name TEXT,  -- as on a map
  street TEXT,  -- with the number
  town TEXT,  -- the owner's, or one of a trip
  phone TEXT,  -- the number; empty when there is none
  x INTEGER,  -- from the left of the map, 0 to 1000
  y INTEGER,  -- from its top, 0 to 1000
  lat REAL,  -- degrees north
  lon REAL,  -- degrees east
  opens INTEGER,  -- minute of the day; 0 with closes 1440 is always
  closes INTEGER,  -- minute of the day
  rating REAL,  -- stars; 0 where nobody rates
  person INTEGER  -- the life_person who lives or works there; 0 for nobody
);
-- Towns: the owner's first, then those of trips and trains.
CREATE TABLE life_town (
  id INTEGER PRIMARY KEY,  -- 1 is where the owner lives
  name TEXT,  -- the town
  code TEXT,  -- three capital letters, of its airport
  km INTEGER,  -- from home
  far INTEGER,  -- 1 where one flies, 0 where a train goes
  lat REAL,  -- degrees north
  lon REAL  -- degrees east
);
-- Streets of the owner's town, shuffled.
CREATE TABLE life_street (id INTEGER PRIMARY KEY /* counts */, name TEXT /* without a number */);
-- Firms: brands are the same in every app.
CREATE TABLE life_company (
  id INTEGER PRIMARY KEY,  -- counts; 1 is the owner's employer
  kind TEXT,  -- employer, or a key of `firms` in pools.yaml, such as bank, power, rail, shop
  name TEXT,  -- the brand
  mail TEXT,  -- its address for mail
  phone TEXT  -- its number
);
-- What happens once, 70 days back and 60 ahead; what comes every week is in life_habit.
CREATE TABLE life_event (
  id INTEGER PRIMARY KEY,  -- counts
  kind TEXT,  -- appointment, meeting, dinner, lunch, party, class, sport, concert, visit, trip, ...
  title TEXT,  -- as in a calendar
  at INTEGER,  -- when it begins
  ends INTEGER,  -- when it ends
  all_day INTEGER,  -- 1 for a whole day
  place INTEGER,  -- a life_place; 0 for none
  person INTEGER,  -- the life_person it is mainly with; 0 for nobody
  trip INTEGER,  -- the life_trip it belongs to; 0 for none
  calendar TEXT,  -- home, work or family
  remind INTEGER,  -- minutes before; -1 for none
  note TEXT,  -- more about it; often empty
  story TEXT  -- the story it belongs to, such as moving; empty for none
);
-- Who else comes to an event.
CREATE TABLE life_guest (
  event INTEGER,  -- a life_event
  person INTEGER,  -- a life_person
  answer TEXT,  -- yes, no or open
  PRIMARY KEY (event, person)
) WITHOUT ROWID;
-- What the owner does again and again.
CREATE TABLE life_habit (
  id INTEGER PRIMARY KEY,  -- counts
  kind TEXT,  -- wake, coffee, run, gym, class, call, groceries, medicine, shift, standup, walk, ...
  title TEXT,  -- as in a calendar or on an alarm
  days TEXT,  -- weekdays, Monday 1 to Sunday 7, such as 12345
  minute INTEGER,  -- of the day
  minutes INTEGER,  -- how long
  place INTEGER,  -- a life_place; 0 for none
  person INTEGER,  -- with whom; 0 for nobody
  calendar TEXT,  -- home, work or family where it stands in a calendar, every week; otherwise empty
  alarm INTEGER  -- 1 where an alarm rings
);
-- Journeys, one or two past and one or two ahead.
CREATE TABLE life_trip (
  id INTEGER PRIMARY KEY,  -- counts
  title TEXT,  -- as in a calendar
  town INTEGER,  -- the life_town it leads to
  leaves INTEGER,  -- the first day
  returns INTEGER,  -- the last day
  reason TEXT,  -- work, family, holiday
  person INTEGER,  -- who is visited or comes along; 0 for nobody
  hotel INTEGER,  -- the life_place one sleeps at; 0 with family
  hotel_code TEXT,  -- the booking; empty without a hotel
  hotel_cents INTEGER  -- what all nights cost
);
-- The trains and flights of trips.
CREATE TABLE life_ride (
  id INTEGER PRIMARY KEY,  -- counts
  trip INTEGER,  -- a life_trip
  kind TEXT,  -- train or flight
  number TEXT,  -- such as G 1342 or LK 208
  origin INTEGER,  -- a life_town
  target INTEGER,  -- a life_town
  departs INTEGER,  -- when
  arrives INTEGER,  -- when
  coach TEXT,  -- of a train; the gate of a flight
  seat TEXT,  -- such as 12A
  code TEXT,  -- the booking
  cents INTEGER,  -- what it cost
  bought INTEGER  -- when it was booked
);
-- What was bought: parcels, meals, tickets, downloads.
CREATE TABLE life_order (
  id INTEGER PRIMARY KEY,  -- counts
  app TEXT,  -- where: shop, food, cinema or ticket
  number TEXT,  -- as the shop writes it; for the shop SO-10482
  company TEXT,  -- the brand
  what TEXT,  -- what was bought, as a list of words
  items TEXT,  -- JSON: a list of {key, name, quantity, cents}; key is the id in shop_product
  cents INTEGER,  -- in all
  at INTEGER,  -- when
  arrives INTEGER,  -- the day it comes, came, or is for
  status TEXT,  -- placed, packed, shipped, out, delivered, cancelled, returned, done
  person INTEGER,  -- for whom; 0 for the owner
  event INTEGER  -- the life_event it is for; 0 for none
);
-- Bills: some paid, one or two open, perhaps one late.
CREATE TABLE life_bill (
  id INTEGER PRIMARY KEY,  -- counts
  kind TEXT,  -- power, water, gas, phone, internet, insurance, rent, gym, streaming, tax, school
  company TEXT,  -- who wants the money
  number TEXT,  -- of the bill
  customer TEXT,  -- the owner's number there
  period TEXT,  -- what it is for, such as April 2026
  issued INTEGER,  -- the day it was written
  due INTEGER,  -- the day it must be paid
  cents INTEGER,  -- the amount
  paid INTEGER,  -- when it was paid; NULL while it is open
  auto INTEGER  -- 1 when the bank pays it by itself
);
-- Every movement of money, of 70 days, oldest first.
CREATE TABLE life_payment (
  id INTEGER PRIMARY KEY,  -- counts, in order of time
  at INTEGER,  -- when
  account TEXT,  -- current, savings or wallet (the hub's)
  kind TEXT,  -- card, transfer, debit, salary, pension, cash, topup, refund, interest
  party TEXT,  -- from or to whom
  text TEXT,  -- what the statement says
  category TEXT,  -- income, housing, groceries, restaurants, transport, health, shopping, travel, ...
  cents INTEGER,  -- below 0 is spent
  balance INTEGER,  -- of that account after it
  person INTEGER,  -- a life_person; 0 for none
  "order" INTEGER,  -- the life_order it pays; 0 for none
  bill INTEGER,  -- the life_bill it pays; 0 for none
  trip INTEGER  -- the life_trip it belongs to; 0 for none
);
-- What one owes the other, and for what; settled ones are also in life_payment.
CREATE TABLE life_debt (
  id INTEGER PRIMARY KEY,  -- counts
  person INTEGER,  -- the life_person
  cents INTEGER,  -- above 0: they owe the owner
  text TEXT,  -- for what
  at INTEGER,  -- since when
  settled INTEGER,  -- when; NULL while it is open
  event INTEGER  -- the life_event it comes from; 0 for none
);
-- Messages and mails that refer to all of this, oldest first.
CREATE TABLE life_message (
  id INTEGER PRIMARY KEY,  -- counts, in order of time
  kind TEXT,  -- sms (the app Messages), mail, or call (a missed one, with words left)
  person INTEGER,  -- the life_person who writes or is written to; 0 for a firm
  party TEXT,  -- the name of the person, or of the firm
  address TEXT,  -- their number for sms, their address for mail
  at INTEGER,  -- when; after now() it arrives while the phone is used
  mine INTEGER,  -- 1 for what the owner wrote
  unread INTEGER,  -- 1 for what was not read yet
  subject TEXT,  -- of a mail
  text TEXT,  -- what it says
  about TEXT,  -- event, order, bill, trip, ride, debt, person, photo (it came with it), or empty
  ref INTEGER,  -- the id of that; 0 for none
  story TEXT  -- the story it belongs to; empty for none
);
-- Telephone calls.
CREATE TABLE life_call (
  id INTEGER PRIMARY KEY,  -- counts
  person INTEGER,  -- a life_person; 0 for a number nobody knows
  phone TEXT,  -- the number
  at INTEGER,  -- when
  kind TEXT,  -- in, out or missed
  seconds INTEGER,  -- how long; 0 for missed
  event INTEGER  -- the life_event it was about; 0 for none
);
-- Things to do.
CREATE TABLE life_task (
  id INTEGER PRIMARY KEY,  -- counts
  list TEXT,  -- home, work, shopping, family, trip
  title TEXT,  -- what
  note TEXT,  -- more; often empty
  due INTEGER,  -- the day; NULL for none
  priority INTEGER,  -- 0 none, 1 low, 2 middle, 3 high
  done INTEGER,  -- when it was done; NULL while it is open
  about TEXT,  -- event, order, bill, trip, person or empty
  ref INTEGER  -- the id of that; 0 for none
);
-- What the owner wrote down.
CREATE TABLE life_note (
  id INTEGER PRIMARY KEY,  -- counts
  folder TEXT,  -- home, work, ideas, trips, health, recipes
  title TEXT,  -- the first line
  body TEXT,  -- the rest; lines that begin with "- [ ] " or "- [x] " are a list to tick off
  at INTEGER,  -- when it was changed last
  pinned INTEGER,  -- 1 for those at the top
  about TEXT,  -- event, order, bill, trip, taste, place or empty
  ref INTEGER  -- the id of that; 0 for none
);
-- Pictures the owner took or got.
CREATE TABLE life_photo (
  id INTEGER PRIMARY KEY,  -- counts
  file TEXT,  -- such as IMG_20260503_141522.jpg
  title TEXT,  -- what it shows, in words; also the seed of the picture
  picture TEXT,  -- a kind of picture, such as landscape, sea, city, cake or cat
  at INTEGER,  -- when
  place INTEGER,  -- a life_place; 0 for none
  town TEXT,  -- where
  person INTEGER,  -- who is on it, or who sent it; 0 for nobody
  event INTEGER,  -- a life_event; 0 for none
  trip INTEGER,  -- a life_trip; 0 for none
  kind TEXT,  -- camera, or received with a message
  liked INTEGER,  -- 1 for favourites
  bytes INTEGER  -- how large
);
-- Papers as files.
CREATE TABLE life_file (
  id INTEGER PRIMARY KEY,  -- counts
  name TEXT,  -- with its ending
  folder TEXT,  -- Documents, Documents/Travel or Download
  at INTEGER,  -- when
  bytes INTEGER,  -- how large
  text TEXT,  -- what it says, for texts; otherwise empty
  about TEXT,  -- bill, order, trip, event or empty
  ref INTEGER  -- the id of that; 0 for none
);
-- Music the owner has; artists and songs are invented.
CREATE TABLE life_song (
  id INTEGER PRIMARY KEY,  -- counts
  title TEXT,  -- the song
  artist TEXT,  -- who plays
  album TEXT,  -- from what
  genre TEXT,  -- pop, rock, jazz, folk, electronic, classical
  year INTEGER,  -- of the album
  seconds INTEGER,  -- how long
  track INTEGER,  -- its place on the album
  plays INTEGER,  -- how often the owner heard it
  liked INTEGER  -- 1 for favourites
);
-- Sport the owner did, from habits.
CREATE TABLE life_activity (
  id INTEGER PRIMARY KEY,  -- counts
  kind TEXT,  -- run, ride, walk, hike or swim
  title TEXT,  -- such as Morning run
  at INTEGER,  -- when it began
  seconds INTEGER,  -- how long
  meters INTEGER,  -- how far
  climb INTEGER,  -- metres up
  pulse INTEGER,  -- mean beats a minute
  place INTEGER,  -- where it began
  person INTEGER  -- with whom; 0 for nobody
);
-- What friends and the owner posted.
CREATE TABLE life_post (
  id INTEGER PRIMARY KEY,  -- counts
  person INTEGER,  -- a life_person; 0 for the owner
  at INTEGER,  -- when
  text TEXT,  -- what it says
  picture TEXT,  -- as in life_photo; empty for none
  title TEXT,  -- the seed of the picture
  place INTEGER,  -- a life_place; 0 for none
  event INTEGER,  -- a life_event; 0 for none
  likes INTEGER,  -- how many like it
  liked INTEGER  -- 1 when the owner does
);
-- What was said to posts.
CREATE TABLE life_reply (
  id INTEGER PRIMARY KEY,  -- counts
  post INTEGER,  -- the life_post
  person INTEGER,  -- a life_person; 0 for the owner
  at INTEGER,  -- when
  text TEXT  -- what it says
);
-- The weather of every town, yesterday to ten days ahead.
CREATE TABLE life_weather (
  town INTEGER,  -- a life_town
  day INTEGER,  -- the day
  kind TEXT,  -- sun, cloud, rain, storm, fog, snow, wind
  low INTEGER,  -- degrees Celsius at night
  high INTEGER,  -- degrees Celsius by day
  rain INTEGER,  -- chance of rain in percent
  wind INTEGER,  -- km/h
  PRIMARY KEY (town, day)
) WITHOUT ROWID;
"""

_TABLE = re.compile(
    r"-- (?P<about>[^\n]+)\nCREATE TABLE (?P<name>\w+) \((?P<body>.*?)\)( WITHOUT ROWID)?;\n", re.S
)
_LINE = re.compile(r'^  "?(?P<name>\w+)"? (?:INTEGER|TEXT|REAL)[^-\n]*?,?  -- (?P<about>.*)$', re.M)
_SHORT = re.compile(r"(?P<name>\w+) (?:INTEGER|TEXT)[^/]*/\* (?P<about>.*?) \*/")


class Table(NamedTuple):
    about: str
    columns: Mapping[str, str]
    """Column to what it holds."""


def read_tables() -> dict[str, Table]:
    """Every table of a life with what its columns hold."""
    found: dict[str, Table] = {}
    for match in _TABLE.finditer(SCHEMA):
        body = match["body"]
        lines = list(_LINE.finditer(body)) or list(_SHORT.finditer(body))
        found[match["name"]] = Table(match["about"], {one["name"]: one["about"] for one in lines})
    return found
