"""The parts that clients of all contracts share: wire, HTTP, errors, waiting."""
