// The scanner: a page that works without a network once it was open.
import { render } from 'preact'
import { App } from './screens'
import { Scanner } from './state'

const place = document.getElementById('scanner')!
const scanner = new Scanner({ rules: place.dataset['rules']!, reader: place.dataset['reader']! })
render(<App s={scanner} />, place)
void scanner.open()

if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/door/sw.js', { scope: '/door/' })
