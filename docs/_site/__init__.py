"""The pages as a site: `make docs`.  What is reference is made from the code each time."""
