package wire

// TicketsPath is in front of the download links of tickets.
const TicketsPath = "/tickets"
