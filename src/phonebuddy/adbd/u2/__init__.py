"""uiautomator2's server, answered by the phone itself on virtual port 9008."""
