// What the pages of the shop can do beyond what they do without scripts.
export {}
