"""A server with the limits of a public one: here everybody has an address of his own, and at home limits are wider."""

import sys
from unittest.mock import patch

from sandtable.server import serving
from sandtable.server.limits import Limits

if __name__ == "__main__":
    with patch.object(serving, "AT_HOME", Limits()):
        serving.serve(sys.argv[1], "127.0.0.1", 0, lambda address, _: print(address, flush=True))
