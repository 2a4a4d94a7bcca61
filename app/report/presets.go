package report

// The numbers of the reports that come with the program.
const (
	EventSales    int64 = 1
	TicketSales   int64 = 2
	SaleItemSales int64 = 7
	TimeslotSales int64 = 8
	Attendance    int64 = 12
	SeatingSales  int64 = 26
)
