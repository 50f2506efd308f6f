import { cx } from './cx.ts'
import { ICONS, POINTING, type IconName } from './icons.ts'

export interface IconProps {
  name: IconName
  /** Edge in CSS pixels at normal text size; grows with the text. */
  size?: number
  filled?: boolean
  className?: string
}

/** A stroked icon, always decorative: the control around it has the accessible name. */
export function Icon({ name, size = 22, filled = false, className }: IconProps) {
  const edge = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 24 24"
      width={edge}
      height={edge}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={cx('flex-none', POINTING.has(name) && 'rtl:-scale-x-100', className)}
    >
      {ICONS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
