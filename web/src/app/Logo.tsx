import { useSite } from '@/context/site'
import classes from './Logo.module.css'

/** The tenant's logo. Its box has a fixed height, so nothing moves when the file arrives. */
export function Logo() {
  const { domain } = useSite()
  return (
    <span className={classes.logo}>
      <img src={domain.logo} alt={domain.name} className="mantine-dark-hidden" height={32} />
      <img src={domain.logo_dark} alt={domain.name} className="mantine-light-hidden" height={32} />
    </span>
  )
}

/** Its square: for the narrow side bar. */
export function LogoMark() {
  const { domain } = useSite()
  return <img src={domain.favicon} alt="" width={28} height={28} className={classes.mark} />
}
