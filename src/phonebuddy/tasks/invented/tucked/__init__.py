"""Tucked: what any app keeps behind menus, drawers, dialogs and pages of settings, and requests for it."""
