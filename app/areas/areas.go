package areas

import (
	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/async"
	"marquee/app/attempt"
	"marquee/app/audit"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/fee"
	"marquee/app/imports"
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
	"marquee/app/seating"
	"marquee/app/segment"
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
	return &app.Definition{
		Schema: indexes.NewSchema(indexes.Parts{
			Tables: every(
				app.Tables,
				queue.Tables,
				attempt.Tables,
				async.Tables,
				audit.Tables,
				media.Tables,
				company.Tables,
				catalog.Tables,
				till.Tables,
				waitingroom.Tables,
				seating.Tables,
				terms.Tables,
				customer.Tables,
				discount.Tables,
				accesscode.Tables,
				fee.Tables,
				ledger.Tables,
				order.Tables,
				capture.Tables,
				payment.Tables,
				simulated.Tables,
				pass.Tables, voucher.Tables, wallet.Tables, resale.Tables, transfer.Tables, massrefund.Tables,
				entry.Tables,
				door.Tables,
				report.Tables,
				mail.Tables,
				webhook.Tables,
				imports.Tables,
			),
			// Numbered across all areas; a released one never changes.
			Migrations: []indexes.Migration{
				app.NumberAnswers(),   // 1
				order.BookFormer(),    // 2
				payment.BookFormer(),  // 3
				wallet.CreditFormer(), // 4
				wallet.PartFormer(),   // 5
			},
			Dropped: app.Dropped(),
		}),
		Connections: connections(),
		Jobs: every(
			app.Jobs, audit.Jobs, company.Jobs, customer.Jobs, queue.Jobs, attempt.Jobs, async.Jobs, seating.Jobs, resale.Jobs, sales.Jobs, transfer.Jobs, massrefund.Jobs, entry.Jobs, segment.Jobs, report.Jobs, mail.Jobs, webhook.Jobs, imports.Jobs,
		),
		Effects:   effects(),
		Companies: company.IDs,
		Auditor:   audit.Log{},
		Invariants: every(
			queue.Invariants, audit.Invariants, attempt.Invariants, catalog.Invariants, till.Invariants, seating.Invariants, discount.Invariants, accesscode.Invariants, fee.Invariants, ledger.Invariants, order.Invariants, capture.Invariants, payment.Invariants, pass.Invariants, voucher.Invariants, wallet.Invariants, resale.Invariants, transfer.Invariants, massrefund.Invariants, entry.Invariants, report.Invariants, mail.Invariants, webhook.Invariants, imports.Invariants,
		),
	}
}

// every is what all areas declare of one kind.
func every[T any](declared ...func() []T) (all []T) {
	for _, of := range declared {
		all = append(all, of()...)
	}
	return all
}

// connections say which area is told of what, and in which order.
func connections() []app.Connection {
	return append(changes(), []app.Connection{
		audit.Concerned.AnsweredBy(company.Concerned),
		catalog.EventCreated.Tells(entry.MakeEntryZone, mail.EventMade, webhook.EventMade),
		catalog.ApprovalMoved.Tells(mail.ApprovalMoved), catalog.EventMoved.Tells(door.FollowEvent),
		catalog.EventDeleting.Tells(order.KeepSoldEvent),
		catalog.EventMovedZone.Tells(entry.MoveZones, report.MoveDays),
		catalog.PriceBandOf.AnsweredBy(seating.HasBand), catalog.SameSeats.AnsweredBy(seating.SameSeats),
		catalog.ShopStands.AnsweredBy(till.Stands),
		catalog.AllIn.AnsweredBy(sales.AllInPrices),
		catalog.PriceBandAreas.AnsweredBy(seating.AreasOfBand),
		catalog.Overdue.AnsweredBy(order.OverdueHolds),
		catalog.CustomerGroupStands.AnsweredBy(customer.GroupStands),
		order.OrderShown.AnsweredBy(order.ShownWith),
		company.EventStands.AnsweredBy(catalog.EventStands), company.VenueStands.AnsweredBy(catalog.VenueStands),
		company.DiscountCodeStands.AnsweredBy(discount.Stands), company.AccessCodeStands.AnsweredBy(accesscode.Stands),
		discount.Used.AnsweredBy(order.DiscountUses().Ever), accesscode.Used.AnsweredBy(order.AccessUses().Ever),
		company.ResetAsked.Tells(mail.PasswordAsked), company.CodeSecretChanged.Tells(entry.TouchRotating), company.ModeChanged.Tells(entry.TouchDemo, segment.BeginAgain),
		customer.SignInAsked.Tells(mail.SignInAsked),
		customer.Joined.Tells(mail.CustomerJoined), customer.Moved.Tells(mail.AddressChanged),
		customer.Changed.Tells(entry.TouchHeldBy),
		customer.Erase.Tells(resale.EraseSeller, sales.EndAccess, order.EraseBuyer, transfer.EraseParty, wallet.EraseOwner, mail.EraseReader, entry.EraseFormer, capture.EraseGiven, imports.EraseRows, imports.EraseFiles, report.EraseSaved, entry.EraseAnswers, customer.EraseAsked),
		customer.Merging.Tells(wallet.MergeOwner, order.MergeBuyer, transfer.MergeParty, resale.MergeSeller, mail.MergeReader),
		order.Inherited.Tells(capture.Inherit, transfer.MoveGiven),
		customer.Upcoming.AnsweredBy(order.HasUpcoming),
		customer.HasMoney.AnsweredBy(wallet.HasMoney), customer.HasOrders.AnsweredBy(order.HasOrders),
		order.Blanked.Tells(capture.Forget, mail.EraseAbout, pass.Forget, entry.ForgetReasons),
		catalog.WindowChanged.Tells(entry.TouchWindow),
		order.Completed.Tells(entry.MakeTickets, transfer.Bought, webhook.OrderSold),
		order.Unanswered.AnsweredBy(capture.Outstanding),
		order.ForWallets.AnsweredBy(pass.Offered),
		order.ItemsChanged.Tells(entry.RefreshTickets),
		order.HandedOver.Tells(entry.UnpairTickets, entry.SignFormer, capture.SignFormer),
		order.TakenOver.Tells(capture.Copy),
		resale.Scanned.AnsweredBy(entry.WasScanned),
		sales.Paired.AnsweredBy(entry.IsPaired),
		sales.GivenTo.AnsweredBy(transfer.To),
		capture.Answered.Tells(entry.TouchAnswered, webhook.FormAnswered),
		entry.LetInElsewhere.AnsweredBy(door.Elsewhere), order.SeatKept.AnsweredBy(door.KeepsSeat),
		capture.ZoneEvent.AnsweredBy(entry.EventOfZone),
		capture.ScanNamed.AnsweredBy(entry.ScanNamed),
		voucher.Redeemed.Tells(wallet.VoucherRedeemed),
		wallet.TaggedItems.AnsweredBy(entry.ItemsOfTag),
		order.Stepped.Tells(mail.OrderStepped, webhook.OrderStepped),
		order.ItemsDecided.Tells(mail.ItemsDecided), order.HasPurchaser.Tells(mail.PurchaserChanged),
		order.SeatMoved.Tells(mail.SeatChanged),
		order.ItemsReturned.Tells(mail.ItemsReturned),
		order.TransferLost.Tells(transfer.Lost),
		transfer.Offered.Tells(mail.TransferOffered),
		transfer.Taken.Tells(mail.TransferTaken),
		transfer.Withdrawn.Tells(mail.TransferWithdrawn), transfer.Blanked.Tells(mail.EraseTransfer),
		resale.Listed.Tells(mail.ItemsListed),
		resale.SoldOn.Tells(mail.ItemSoldOn),
		resale.PaidOut.Tells(mail.SellerPaid, webhook.SellerPaid),
		wallet.PaidOut.Tells(mail.PaidOut),
		massrefund.Begun.Tells(mail.RefundBegun),
		massrefund.Ended.Tells(mail.EventRefunded),
		report.Delivered.Tells(mail.ReportMade),
	}...)
}

// changes are what receivers outside are told of what is stored.
func changes() []app.Connection {
	return []app.Connection{
		order.Saved.Tells(webhook.OrderSaved),
		order.ItemSaved.Tells(webhook.ItemSaved),
		order.TransactionSaved.Tells(webhook.MoneyMoved),
		customer.Saved.Tells(webhook.CustomerSaved),
		wallet.Saved.Tells(webhook.WalletSaved),
		entry.ScanSaved.Tells(webhook.ScanSaved),
		resale.PayoutRefused.Tells(webhook.PayoutRefused),
	}
}

// effects are what is told to the outside, and by what.
func effects() []app.Effect {
	return []app.Effect{
		payment.OpenCall.SettledBy(payment.AskOpen, payment.FinishOpen),
		payment.CaptureCall.SettledBy(sales.AskCapture, sales.FinishCapture),
		payment.CancelCall.SentBy(sales.CancelIntent),
		payment.RefundCall.SentBy(sales.RefundPayment),
		sales.ReturnCall.SettledBy(sales.AskReturn, sales.FinishReturn),
		resale.ReturnCall.SentBy(sales.ReturnProceeds),
		payment.Served(payment.Simulated, simulated.Ready, nil, simulated.Make),
		simulated.Notice.SentBy(simulated.Tell),
		mail.Effect(),
	}
}
