// `npm run build`: installs and builds what has changed.
import { prepare } from './prepare.mjs'

prepare()
