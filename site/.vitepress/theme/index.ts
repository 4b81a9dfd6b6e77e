// The default theme of VitePress, with fixes for faults that axe finds.
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import './contrast.css'

const gone = () =>
  h('main', { class: 'gone' }, [
    h('h1', 'No such page'),
    h('a', { href: '/mock-endpoint/' }, 'Start'),
  ])

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': gone }),
}
