"""Sizes and names of the system's own parts, in one place."""

STATUS_DP = 32
NAVIGATION_DP = 24
KEYBOARD_DP = 268
SYSTEM_PACKAGE = "com.android.systemui"
