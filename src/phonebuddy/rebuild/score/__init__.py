"""Step 16: how faithful a rebuilt app is: it is driven on the engine by touches, and its screens are read."""
