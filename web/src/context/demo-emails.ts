/** The page with the e-mails of the demo, where the server has one; the server draws it, so it is no route of the web. */
export const demoEmails = () => document.querySelector<HTMLMetaElement>('meta[name="demo-emails"]')?.content
