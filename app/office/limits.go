package office

// PageSize is how many events one page of their list has.
const PageSize = 50

// fewLeft is below how many units something is scarce.
const fewLeft = 20
