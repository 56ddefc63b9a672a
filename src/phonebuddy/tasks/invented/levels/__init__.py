"""Levels: pages of sliders, switches and choices for any invented app, and requests for several of them."""
