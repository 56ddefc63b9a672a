"""From recordings to running apps: pages, state and rules learnt from traces, written as an app of the
engine.
"""
