"""Values of invented and known apps that go, one to three at once, into apps that everybody has."""
