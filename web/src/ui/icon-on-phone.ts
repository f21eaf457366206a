import classes from './icon-on-phone.module.css'

/** Class names of a button that shows only its icon on a phone. Its label stays its name. */
export const ICON_ON_PHONE = { root: classes.button, label: classes.label }
