import type { QueryClient } from '@tanstack/react-query'
import { loginSocialFinish } from '@/api/generated/endpoints/social/social'
import { setCsrfToken } from '@/api/request'
import { enter } from '@/context/enter'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { type Problem, problemOf } from './problem'
import { takeWay } from './way'

/** Parameters that a provider adds to the callback address. */
export type Brought = { code?: string; state?: string; iss?: string; error?: string }

type Next = { href: string; problem?: Problem; asksCode?: boolean }

/** Ends what a button of a provider began: where to go from here. */
export async function comeBack(
  queryClient: QueryClient,
  { code, state, iss, error }: Brought,
): Promise<Next> {
  if (error || !code || !state) return toLogin({ code: 'social_not_completed' })
  try {
    const { data } = await loginSocialFinish({ code, state, iss }, { quiet: true })
    setCsrfToken(data.csrf_token)
    if (data.step === 'complete_account') return { href: paths['register.social']() }
    if (data.step === 'link') return { href: paths['login.link']() }
    if (data.step === 'second_factor') return { href: towards(paths.login(), takeWay()), asksCode: true }
    await enter(queryClient)
    return { href: takeWay() ?? paths.home() }
  } catch (failure) {
    return toLogin(problemOf(failure))
  }
}

const toLogin = (problem: Problem): Next => ({ href: towards(paths.login(), takeWay()), problem })
