"""Speed, measured: `python -m tests.bench`, or `make bench`. No part of it is run by the tests."""
