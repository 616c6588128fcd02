"""What is the same for every contract: wire, HTTP, errors, waiting."""
