"""What scores mean: whose fault errors are, how sure a rate is, and which system is better."""
