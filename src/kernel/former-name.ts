/** What someone who has deleted their account is called. The web app says it in the language of its reader. */
export const formerName = 'Former member';
