#!/bin/sh
# Installs marquee from a release, after comparing its checksum.
#
#   sh install.sh FROM [TO]
#
# FROM is the folder or the URL of a release, with SHA256SUMS in it. TO is the folder
# that the program goes to, /usr/local/bin without a word.
set -eu

fail() {
	echo "install.sh: $1" >&2
	exit 1
}

[ $# -ge 1 ] || fail "say where the release is: sh install.sh FROM [TO]"
from=${1%/}
to=${2:-/usr/local/bin}
[ -d "$to" ] || fail "there is no folder $to"
[ ! -d "$to/marquee" ] || fail "$to/marquee is a folder: name another place"
[ -w "$to" ] || fail "$to cannot be written: run as its owner, or name another folder"

command -v sha256sum >/dev/null || command -v shasum >/dev/null ||
	fail "neither sha256sum nor shasum is installed, and so no checksum can be compared"

system=$(uname -s | tr '[:upper:]' '[:lower:]')
case $(uname -m) in
x86_64 | amd64) machine=amd64 ;;
aarch64 | arm64) machine=arm64 ;;
*) fail "there is no binary for $(uname -m)" ;;
esac

temp=$(mktemp -d "$to/.marquee-install.XXXXXX")
trap 'rm -rf "$temp"' EXIT INT TERM

fetch() {
	case $from in
	https://* | http://*)
		if command -v curl >/dev/null; then
			curl -fsSL -o "$temp/$1" "$from/$1"
		else
			wget -q -O "$temp/$1" "$from/$1"
		fi
		;;
	*) cp "$from/$1" "$temp/$1" ;;
	esac || fail "$from/$1 cannot be fetched"
}

sum() {
	if command -v sha256sum >/dev/null; then
		sha256sum "$1"
	else
		shasum -a 256 "$1"
	fi | cut -d ' ' -f 1
}

fetch SHA256SUMS
line=$(grep -- "-$system-$machine\$" "$temp/SHA256SUMS") || fail "the release has no binary for $system $machine"
want=${line%% *}
name=${line##*[ *]}
fetch "$name"
[ "$(sum "$temp/$name")" = "$want" ] || fail "$name is not what SHA256SUMS says: nothing was installed"
chmod 755 "$temp/$name"
"$temp/$name" version >/dev/null || fail "$name does not run here: nothing was installed"
mv -f "$temp/$name" "$to/marquee"
echo "installed $to/marquee"
"$to/marquee" version
