"""docs/life.md: every table of a life, written from the schema. Invariant: a column that exists is in it."""

from __future__ import annotations

from phonebuddy.world.life.sources import read_characters
from phonebuddy.world.life.tables import read_tables

HEAD = """# One life

Every image is the phone of one person. A generator makes that person from the seed: family, friends and
colleagues, home and work, habits, orders, bills, trips, and the messages that speak of them. What it
makes stands in the tables below while the content of apps is built; then they are dropped. So an app's
`content.yaml` reads them with SQL, and the calendar, the mail, the bank and the shop tell the same
story.

```yaml
# content.yaml of a bank
sql:
  - |
    INSERT INTO bank_movement (id, at, party, text, cents, balance)
    SELECT id, at, party, text, cents, balance FROM life_payment WHERE account = 'current'
  - |
    INSERT INTO bank_bill (id, company, number, cents, due)
    SELECT id, company, number, cents, due FROM life_bill WHERE paid IS NULL
bank_tip:
  - {title: {en: Save a little, zh: 存一点钱}, icon: piggy-bank}
```

**Who it is.** `build_image(apps, seed)` picks one of the characters by the seed; `build_image(apps,
seed, character="nurse")` takes that one. Characters are files in `src/phonebuddy/apps/content/life`;
each has a language, and a Chinese person's phone speaks Chinese. The same seed gives the same bytes.

**Languages of content.** A value may be a map of languages, `{en: Milk, zh: 牛奶}`; in SQL `words('Milk',
'牛奶')` gives the one that fits, and `(SELECT language FROM life_owner)` says which. Where goods cost,
`price(cents)` makes an amount of the owner's money of one in dollars; amounts in the tables below are
already so.

**Time.** Every world begins on Tuesday, 12 May 2026, 09:30, and `now()` and `today()` say so while
content is built. A message with `at > now()` arrives while the phone is used: put it on
`phone_schedule`.

**Numbers agree.** `life_person.id` is `contacts_person.id`; `life_event.id` is the id in the calendar;
`life_order.number` is the number the shop shows; `life_bill.number` stands in the mail, in the bank and
on the bill. Whoever refers to something says what (`about`) and which (`ref`).

Written by `phonebuddy apps life`; do not edit by hand.
"""
MORE = """
The seed counts round and round: with eight characters, seed 8 is the first one again, as another person with
another family. A new character is one file in `characters`; it names habits and bills of `routines.yaml`, and
the tags of the stories of `stories.yaml` that may happen to it. A new story is one entry there: who is in it,
its event, and the messages, mails, tasks, notes, photos and debts it leaves, each text in both languages.
"""


def write_life_reference() -> str:
    """The whole page as Markdown."""
    lines = [HEAD, "## Characters\n", "| seed | character | language | does |", "|---|---|---|---|"]
    for seed, one in enumerate(read_characters().values()):
        lines.append(f"| {seed} | `{one.character}` | {one.language} | {one.job} |")
    lines.append(MORE)
    for name, table in read_tables().items():
        lines += [f"## {name}\n", f"{table.about}\n", "| column | holds |", "|---|---|"]
        lines += [f"| `{column}` | {about} |" for column, about in table.columns.items()]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"
