// A mail server that keeps what it is given, so that a test can open the links of mails.
import { createServer } from 'node:net'

/** All mails that came: to whom, and their text as it was sent. */
export const mails = []

const server = createServer((socket) => {
  let heard = '', to = '', text
  const say = (line) => socket.write(line + '\r\n')
  const line = (l) => {
    if (text !== undefined) {
      if (l !== '.') return void (text += l.replace(/^\./, '') + '\n')
      mails.push({ to, text })
      text = undefined
      return say('250 kept')
    }
    const [verb] = l.split(/[ :]/, 1)
    switch (verb.toUpperCase()) {
      case 'RCPT': to = /<(.*?)>/.exec(l)[1]; return say('250 ok')
      case 'DATA': text = ''; return say('354 go on')
      case 'QUIT': say('221 bye'); return socket.end()
    }
    say('250 ok')
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (b) => {
    const lines = (heard += b.toString('latin1')).split('\r\n')
    heard = lines.pop()
    lines.forEach(line)
  })
  say('220 post')
})
server.unref()
await new Promise((open) => server.listen(0, '127.0.0.1', open))

/** How the program is told of it. Links begin with base. */
export const post = (base) => ['--smtp-url', `smtp://127.0.0.1:${server.address().port}`, '--smtp-without-tls', '--mail-from', 'office@example.com', '--base-url', base]

/** What a mail to somebody has in it, of those that came after so many. */
export async function mailed(to, pattern, after = 0) {
  for (let n = 0; n < 300; n++) {
    for (const m of mails.slice(after)) {
      const found = m.to === to && pattern.exec(plain(m.text))
      if (found) return found
    }
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error(`no mail to ${to} with ${pattern}`)
}

/** The text without the breaks that mails put into long lines. */
const plain = (text) => text.replace(/=\n/g, '').replace(/=3D/g, '=')

/** A port that nobody has: the address in mails must be known before the program starts. */
export async function freePort() {
  const probe = createServer()
  await new Promise((open) => probe.listen(0, '127.0.0.1', open))
  const { port } = probe.address()
  await new Promise((closed) => probe.close(closed))
  return port
}
