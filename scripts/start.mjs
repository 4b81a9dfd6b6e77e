// `npm start`: installs and builds what has changed, then becomes the daemon.
import { prepare } from './prepare.mjs'

prepare(['core', 'server'])
await import('../packages/server/dist/bin.js')
