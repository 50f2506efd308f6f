import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery/Gallery.tsx'
import './styles/app.css'

// Development only: vite serves it at /gallery, a build leaves it out. ?theme=ink&updown=blue-orange&dir=rtl&open=sheet set its state.
const asked = new URLSearchParams(location.search)
const root = document.documentElement
const theme = asked.get('theme')
if (theme) root.dataset['theme'] = theme
root.dataset['updown'] = asked.get('updown') ?? 'green-red'
root.dir = asked.get('dir') ?? 'ltr'
root.lang = root.dir === 'rtl' ? 'ar' : 'en'

const host = document.getElementById('root')
if (host) {
  createRoot(host).render(
    <StrictMode>
      <Gallery open={asked.get('open')} />
    </StrictMode>,
  )
}
