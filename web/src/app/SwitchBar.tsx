import { Anchor } from '@mantine/core'
import { IconReplace } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import classes from './SwitchBar.module.css'

/** Says on every screen that somebody acts as another, and leads back. */
export function SwitchBar() {
  const { user_switch } = useProfile()
  return user_switch ? <Bar /> : null
}

function Bar() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const { name, switched_by, switched_until } = useProfile()
  const bar = useRef<HTMLElement>(null)

  // Names and languages are as long as they are: what sticks to the top of a page stands below the bar.
  useLayoutEffect(() => {
    const page = document.documentElement.style
    const measure = () => page.setProperty('--app-switch', `${bar.current?.offsetHeight ?? 0}px`)
    measure()
    const observer = new ResizeObserver(measure)
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      page.removeProperty('--app-switch')
    }
  }, [])

  return (
    <section ref={bar} className={classes.bar} aria-label={t('switch.label')}>
      <IconReplace size={18} stroke={1.75} aria-hidden />
      <span>
        {t('switch.text', {
          admin: switched_by,
          name,
          until: switched_until ? format.time(switched_until) : '',
        })}
      </span>
      <Anchor component={AppLink} to={paths['users.switch_back']()} className={classes.back}>
        {t('switch.back')}
      </Anchor>
    </section>
  )
}
