package app

import "net/netip"

// Network is what an address, without a port, is counted under where each may
// do something so often only. An IPv6 network of 64 bits is one, as its owner has
// every address in it. It is empty for loopback, where a proxy speaks for
// everybody, and for what is no address.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.IsLoopback() || ip.Unmap().IsLoopback() {
		return ""
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.Prefix(64)
	if err != nil {
		return ""
	}
	return prefix.String()
}
