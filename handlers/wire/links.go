package wire

// TicketsPath is in front of the download links of tickets.
const TicketsPath = "/tickets"

// MediaPath is in front of the addresses of pictures.
const MediaPath = "/media"
