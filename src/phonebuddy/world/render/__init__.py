"""The renderer: fonts, text, icons, theme, pictures and the painter that turns display lists into frames.

Its invariant: pixels depend on content only, never on what was drawn before.
"""
