import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icons.ts'

export type ButtonTone = 'primary' | 'quiet' | 'up' | 'down' | 'wrong' | 'plain'
export type ButtonSize = 'large' | 'medium' | 'small'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  children: ReactNode
  tone?: ButtonTone
  size?: ButtonSize
  icon?: IconName
  /** The action is running: the button keeps its width and focus, announces `busy`, and ignores presses. */
  busy?: boolean
  /** As wide as its container. */
  wide?: boolean
}

const TONES: Record<ButtonTone, string> = {
  primary: 'bg-ink text-ground',
  quiet: 'bg-well text-ink',
  up: 'bg-up text-ground',
  down: 'bg-down text-ground',
  wrong: 'bg-wrong text-ground',
  plain: 'text-brand',
}

const SIZES: Record<ButtonSize, string> = {
  large: 'min-h-[54px] rounded-3 px-5 py-2 text-15',
  medium: 'min-h-11 rounded-2 px-4 py-1.5 text-15',
  small: 'min-h-11 rounded-2 px-3 py-1.5 text-13',
}

/** A text button. At most one `primary` on a screen; `up` and `down` only for directions. */
export function Button(props: ButtonProps) {
  const {
    children,
    tone = 'primary',
    size = 'large',
    icon,
    busy = false,
    wide = false,
    className,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        'relative inline-flex items-center justify-center gap-2 text-center font-semibold transition-opacity duration-120 ease-out active:opacity-80 disabled:opacity-45',
        TONES[tone],
        SIZES[size],
        wide && 'w-full',
        className,
      )}
    >
      <span className={cx('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
        {icon && <Icon name={icon} size={20} />}
        {children}
      </span>
      {busy && <BusyDots />}
    </button>
  )
}

function BusyDots() {
  return (
    <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center gap-1.5">
      {['', '[animation-delay:.2s]', '[animation-delay:.4s]'].map((delay) => (
        <i key={delay} className={cx('breathe size-1.5 rounded-full bg-current', delay)} />
      ))}
    </span>
  )
}
