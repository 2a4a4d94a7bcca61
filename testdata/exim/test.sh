#!/bin/sh
# Sends mails over a real mail server on loopback: Exim, with TLS and log-in. It needs
# root, because Exim reads its configuration from one place alone; what stands there is put
# back afterwards. apt-get installs Exim where it is not there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
port=${1:-17025}
[ "$(id -u)" = 0 ] || { echo "this needs root"; exit 1; }
command -v exim4 >/dev/null || apt-get install -y --no-install-recommends exim4-daemon-light >/dev/null
work=$(mktemp -d)
conf=/etc/exim4/exim4.conf
[ ! -e "$conf" ] || cp "$conf" "$work/before.conf"
stop() {
	[ ! -s "$work/exim.pid" ] || kill "$(cat "$work/exim.pid")" 2>/dev/null || true
	if [ -e "$work/before.conf" ]; then cp "$work/before.conf" "$conf"; else rm -f "$conf"; fi
	rm -rf "$work"
}
trap stop EXIT
mkdir "$work/spool" "$work/mail"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "subjectAltName=DNS:localhost" \
	-keyout "$work/key.pem" -out "$work/crt.pem" 2>/dev/null
chmod 755 "$work"
chown -R Debian-exim "$work/spool" "$work/mail" "$work/key.pem"
sed "s#WORK#$work#g" "$here/exim.conf" >"$conf"
exim4 -bd -q10s -oX "127.0.0.1.$port" -oP "$work/exim.pid"
cd "$here/../.."
MARQUEE_TEST_SMTP=localhost:$port MARQUEE_TEST_SMTP_CA="$work/crt.pem" MARQUEE_TEST_MAILDIR="$work/mail" \
	go test -count 1 -timeout 15m -run TestMailServer -v ./handlers/smtp || { tail -20 "$work"/spool/log_main; exit 1; }
