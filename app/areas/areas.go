package areas

import (
	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/async"
	"marquee/app/attempt"
	"marquee/app/audit"
	"marquee/app/banking"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/fee"
	"marquee/app/imports"
	"marquee/app/invoice"
	"marquee/app/ledger"
	"marquee/app/mail"
	"marquee/app/massrefund"
	"marquee/app/media"
	"marquee/app/order"
	"marquee/app/pass"
	"marquee/app/payment"
	"marquee/app/payment/simulated"
	"marquee/app/queue"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/app/savedview"
	"marquee/app/seating"
	"marquee/app/segment"
	"marquee/app/system"
	"marquee/app/terms"
	"marquee/app/till"
	"marquee/app/transfer"
	"marquee/app/voucher"
	"marquee/app/waitingroom"
	"marquee/app/wallet"
	"marquee/app/webhook"
	"marquee/indexes"
)

// Definition is the whole business. Each call makes a new one.
func Definition() *app.Definition {
	d := app.Compose(migrations(),
		app.Kernel(),
		queue.Area(),
		attempt.Area(),
		async.Area(),
		audit.Area(auditPorts()),
		media.Area(),
		company.Area(companyPorts()),
		catalog.Area(catalogPorts()),
		till.Area(),
		waitingroom.Area(),
		seating.Definition(),
		terms.Area(),
		customer.Area(customerPorts()),
		discount.Area(discountPorts()),
		accesscode.Area(accesscodePorts()),
		fee.Area(),
		ledger.Area(),
		order.Area(orderPorts()),
		invoice.Area(),
		capture.Area(capturePorts()),
		payment.Area(),
		simulated.Area(),
		pass.Area(),
		voucher.Area(voucherPorts()),
		wallet.Area(walletPorts()),
		resale.Area(resalePorts()),
		sales.Area(salesPorts()),
		pay.Area(),
		refund.Area(),
		transfer.Area(transferPorts()),
		massrefund.Area(massrefundPorts()),
		banking.Area(banking.Ports{PayOrder: paidByTransfer}),
		entry.Area(entryPorts()),
		door.Area(),
		segment.Area(),
		report.Area(reportPorts()),
		savedview.Area(),
		mail.Area(),
		webhook.Area(),
		imports.Area(importsPorts()),
		system.Area(),
	)
	d.Companies, d.Auditor = company.IDs, audit.Log{}
	return d
}

// migrations are numbered across all areas; a released one never changes.
func migrations() []indexes.Migration {
	return []indexes.Migration{
		app.NumberAnswers(),      // 1
		order.BookFormer(),       // 2
		payment.BookFormer(),     // 3
		wallet.CreditFormer(),    // 4
		wallet.PartFormer(),      // 5
		massrefund.QueueFormer(), // 6
		imports.QueueFormer(),    // 7
		report.QueueFormer(),     // 8
		mail.QueueFormer(),       // 9
		async.QueueFormer(),      // 10
	}
}
