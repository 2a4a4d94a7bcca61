package areas

import (
	"slices"

	"marquee/app"
	"marquee/app/accesscode"
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
	"marquee/app/invoice"
	"marquee/app/mail"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/app/pass"
	"marquee/app/person"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/imported"
	"marquee/app/sales/quote"
	"marquee/app/sales/refund"
	"marquee/app/sales/sold"
	"marquee/app/seating"
	"marquee/app/segment"
	"marquee/app/terms"
	"marquee/app/till"
	"marquee/app/transfer"
	"marquee/app/voucher"
	"marquee/app/waitingroom"
	"marquee/app/wallet"
	"marquee/app/webhook"
)

// Who does for each area what it needs of those below it, and in which order.

func auditPorts() audit.Ports { return audit.Ports{Concerned: company.Concerned} }

func companyPorts() company.Ports {
	return company.Ports{
		EventExists:        catalog.EventExists,
		VenueExists:        catalog.VenueExists,
		DiscountCodeExists: discount.Exists,
		AccessCodeExists:   accesscode.Exists,
		ResetAsked:         mail.PasswordAsked,
		Invited:            mail.UserInvited,
		CodeSecretChanged:  entry.TouchRotating,
		ModeChanged:        app.Each(entry.TouchDemo, segment.BeginAgain),
	}
}

func catalogPorts() catalog.Ports {
	return catalog.Ports{
		EventCreated:        app.Each(entry.MakeEntryZone, mail.EventMade, webhook.EventMade),
		EventMoved:          door.FollowEvent,
		EventMovedZone:      app.Each(entry.MoveZones, report.MoveDays),
		SeatsCopied:         seating.Copy,
		EventCopied:         app.Each(entry.CopyZones, fee.Copy, capture.CopyFields, terms.Copy, waitingroom.Copy),
		CodesCopied:         app.Each(discount.Copied, accesscode.Copied),
		EventDeleting:       order.KeepSoldEvent,
		ApprovalMoved:       mail.ApprovalMoved,
		WindowChanged:       entry.TouchOf,
		ItemRenamed:         entry.TouchItemRenamed,
		EventRenamed:        entry.TouchRenamed,
		Overdue:             order.OverdueHolds,
		AllIn:               quote.AllInPrices,
		PriceBandOf:         seating.HasBand,
		PriceBandAreas:      seating.AreasOfBand,
		SameSeats:           seating.SameSeats,
		ShopExists:          till.Exists,
		CustomerGroupExists: customer.GroupExists,
	}
}

func customerPorts() customer.Ports {
	return customer.Ports{
		Saved:       webhook.CustomerSaved,
		Changed:     entry.TouchHeldBy,
		Moved:       mail.AddressChanged,
		Joined:      mail.CustomerJoined,
		SignInAsked: mail.SignInAsked,
		Upcoming:    order.HasUpcoming,
		HasMoney:    wallet.HasMoney,
		HasOrders:   order.HasOrders,
		LastOrder:   order.LastOf,
		Bought:      order.LastBought,
		Personal: func() []person.Rule {
			return slices.Concat(
				resale.Personal(), refund.Personal(), order.Personal(), transfer.Personal(), wallet.Personal(), mail.Personal(),
				capture.Personal(), invoice.Personal(), voucher.Personal(), pass.Personal(), imports.Personal(), report.Personal(), entry.Personal(),
			)
		},
	}
}

func discountPorts() discount.Ports {
	uses := order.DiscountUses()
	return discount.Ports{Used: uses.Ever, Uses: uses.Each, Orders: uses.Orders}
}

func accesscodePorts() accesscode.Ports {
	uses := order.AccessUses()
	return accesscode.Ports{Used: uses.Ever, Uses: uses.Each, Orders: uses.Orders}
}

func orderPorts() order.Ports {
	return order.Ports{
		Saved:            app.Each(webhook.OrderSaved, invoice.OrdersSaved),
		ItemSaved:        webhook.ItemSaved,
		TransactionSaved: webhook.MoneyMoved,
		Completed:        app.Each(entry.MakeTickets, transfer.Bought, webhook.OrderSold),
		Stepped:          app.Each(invoice.OrderStepped, mail.OrderStepped, webhook.OrderStepped),
		Unanswered:       capture.Outstanding,
		ItemsDecided:     mail.ItemsDecided,
		ItemsChanged:     entry.RefreshTickets,
		ItemsReturned:    mail.ItemsReturned,
		SeatMoved:        mail.SeatChanged,
		SeatKept:         door.KeepsSeat,
		TakenOver:        app.Each(capture.Copy, invoice.Inherit),
		HandedOver:       app.Each(entry.UnpairTickets, entry.SignFormer, capture.SignFormer),
		HasPurchaser:     mail.PurchaserChanged,
		Inherited:        app.Each(capture.Inherit, transfer.MoveGiven),
		TransferLost:     transfer.Lost,
		ForWallets:       pass.Offered,
		Blanked:          app.Each(capture.Forget, mail.EraseAbout, pass.Forget, entry.ForgetReasons, invoice.Forget),
	}
}

func capturePorts() capture.Ports {
	return capture.Ports{
		Answered:  app.Each(entry.TouchAnswered, webhook.FormAnswered),
		ZoneEvent: entry.EventOfZone,
		ScanNamed: entry.ScanNamed,
	}
}

func voucherPorts() voucher.Ports { return voucher.Ports{Redeemed: wallet.VoucherRedeemed} }

func walletPorts() wallet.Ports {
	return wallet.Ports{Saved: webhook.WalletSaved, PaidOut: mail.PaidOut, TaggedItems: entry.ItemsOfTag}
}

func resalePorts() resale.Ports {
	return resale.Ports{
		Scanned:       entry.WasScanned,
		Listed:        mail.ItemsListed,
		SoldOn:        mail.ItemSoldOn,
		PaidOut:       app.Each(mail.SellerPaid, webhook.SellerPaid),
		PayoutRefused: webhook.PayoutRefused,
	}
}

func salesPorts() sales.Ports { return sales.Ports{Paired: entry.IsPaired, GivenTo: transfer.To} }

func transferPorts() transfer.Ports {
	return transfer.Ports{
		HandOver:  sold.HandOver,
		Offered:   mail.TransferOffered,
		Taken:     mail.TransferTaken,
		Withdrawn: mail.TransferWithdrawn,
		Blanked:   mail.EraseTransfer,
	}
}

func massrefundPorts() massrefund.Ports {
	return massrefund.Ports{
		RefundEach: refund.Each,
		Refunding:  refund.Refunding,
		Begun:      mail.RefundBegun,
		Ended:      mail.EventRefunded,
	}
}

func entryPorts() entry.Ports {
	return entry.Ports{ScanSaved: webhook.ScanSaved, LetInElsewhere: door.Elsewhere}
}

func importsPorts() imports.Ports {
	return imports.Ports{
		ImportOrder: imported.ImportOrder, MailOrder: mail.Resend, PayOrder: paidByTransfer, ExtendOrder: sales.Extend, DecideItems: decide, VoidOrder: void,
	}
}

func reportPorts() report.Ports { return report.Ports{Delivered: mail.ReportMade} }
