"""What tests share: oracles, random meetings, a browser, a cluster, hostile inputs."""
