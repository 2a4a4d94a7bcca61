package codes

// Batch is how many children one transaction makes.
const Batch = batch
