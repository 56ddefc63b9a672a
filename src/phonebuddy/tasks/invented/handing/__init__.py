"""Things that an invented app hands over to other apps: shared, paid, put in the calendar, called about."""
