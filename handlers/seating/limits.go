package seating

// maxBody is the largest request that brings a plan, in bytes: 60,000 seats with names,
// places and price bands.
const maxBody = 10 << 20
