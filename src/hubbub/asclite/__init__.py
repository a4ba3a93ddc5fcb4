"""MD-WER as NIST's asclite counts it, group by group of segments that overlap."""
