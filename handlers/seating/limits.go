package seating

// maxBody is the largest request that brings a plan, in bytes: 60,000 seats with names,
// places and price bands.
const maxBody = 10 << 20

// maxEntries is how many entries all lists of a plan have together: 60,000 seats in 15,000
// rows of 5,000 blocks with 20 gates and stairs each.
const maxEntries = 300_000
