import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, FunctionComponent, ReactNode, Ref } from 'react'

type AppLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path from `paths`. */
  to: string
  /** Whether it leads to where we are already: on `/a`, or on `/a/b` too. */
  activeOptions?: { exact?: boolean; includeSearch?: boolean }
  children?: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

/** The router's link for a path that is made at run time; its own type wants one written as a literal. */
export const AppLink = Link as FunctionComponent<AppLinkProps>
