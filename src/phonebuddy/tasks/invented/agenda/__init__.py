"""Agenda: invented apps about when things are: days, times, deadlines, reminders, weekdays."""
