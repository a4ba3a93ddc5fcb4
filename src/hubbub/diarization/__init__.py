"""DER and JER: who speaks when, compared without words."""
