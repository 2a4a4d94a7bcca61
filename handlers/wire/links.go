package wire

import "marquee/app/media"

// TicketsPath is in front of the download links of tickets.
const TicketsPath = "/tickets"

// What stands behind a download link for wallets: a pass, and whatever the phone that asks
// can keep.
const (
	PassFile   = "/tickets.pkpass"
	SaveLink   = "/save"
	WalletFile = "/wallet"
)

// MaxPasses is how many passes one file has at most; phones take no more at once.
const MaxPasses = 10

// PassesPath is in front of the addresses at which phones ask for passes again.
const PassesPath = "/passes"

// PayPath is in front of payment links.
const PayPath = "/pay"

// ClaimPath is in front of the links with which transfers are claimed.
const ClaimPath = "/claim"

// MediaPath is in front of the addresses of pictures.
const MediaPath = media.Path

// SignInPath is in front of the links that sign staff in.
const SignInPath = "/staff/sign-in"

// OfficePath is in front of the pages on which companies are run.
const OfficePath = "/office"

// ShopPath is in front of the pages of shops.
const ShopPath = "/shop"

// OrdersPath is in front of the pages of orders, and of tickets that somebody was given.
const OrdersPath = "/orders"
