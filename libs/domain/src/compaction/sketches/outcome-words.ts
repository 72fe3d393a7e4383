const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Participles of what changes something for somebody; looking something up is none. Most are the past tense, too. */
export const DONE = listed(
  'booked rebooked reserved scheduled rescheduled postponed ordered reordered purchased bought paid prepaid charged credited ' +
    'debited refunded ' +
    'reimbursed waived discounted cancelled canceled revoked terminated renewed extended subscribed unsubscribed enrolled ' +
    'registered upgraded ' +
    'downgraded changed exchanged swapped replaced returned shipped dispatched delivered sent forwarded transferred issued ' +
    'granted approved ' +
    'accepted confirmed signed declined denied rejected refused escalated assigned reassigned closed reopened resolved settled ' +
    'processed applied ' +
    'redeemed updated modified corrected added removed deleted restored reverted created renamed moved merged split deployed ' +
    'released published ' +
    'installed uninstalled enabled disabled activated deactivated blocked unblocked locked unlocked migrated archived fixed ' +
    'repaired implemented ' +
    'gebucht umgebucht reserviert bestellt bezahlt erstattet storniert abgesagt verschoben geändert verlängert gekündigt ' +
    'versendet verschickt ' +
    'geliefert überwiesen ausgestellt genehmigt bestätigt abgelehnt hinzugefügt entfernt gelöscht behoben erstellt aktualisiert ' +
    'réservé réservée réservés réservées payé payée remboursé remboursée remboursés annulé annulée annulés annulées modifié ' +
    'modifiée envoyé ' +
    'envoyée confirmé confirmée refusé refusée ajouté ajoutée supprimé supprimée créé créée corrigé corrigée reporté reportée ' +
    'reservado reservada reservados pagado pagada reembolsado reembolsada cancelado cancelada cancelados canceladas cambiado ' +
    'cambiada enviado ' +
    'enviada confirmado confirmada rechazado rechazada añadido añadida eliminado eliminada creado creada actualizado actualizada ' +
    'corregido ' +
    'prenotato prenotata pagato pagata rimborsato rimborsata annullato annullata annullati cancellato cancellata cambiato spedito ' +
    'spedita ' +
    'confermato confermata rifiutato rifiutata aggiunto aggiunta rimosso rimossa creato creata aggiornato aggiornata corretto ' +
    'pago paga reembolsado alterado alterada enviado confirmado recusado adicionado removido criado atualizado corrigido ' +
    'geboekt omgeboekt gereserveerd besteld betaald terugbetaald geannuleerd verplaatst gewijzigd verzonden geleverd bevestigd geweigerd ' +
    'toegevoegd verwijderd aangemaakt bijgewerkt opgelost',
);

/** Those that are no outcome where an agent says what it did itself: a programmer's agent says them all the time. */
export const EDITED = listed(
  'added removed updated modified changed replaced created renamed moved split corrected applied processed registered returned ' +
    'merged implemented ' +
    'fixed repaired resolved reverted restored installed closed locked enabled disabled blocked hinzugefügt entfernt geändert ' +
    'erstellt aktualisiert ajouté ajoutée modifié modifiée créé créée ' +
    'añadido añadida cambiado cambiada creado creada actualizado actualizada aggiunto aggiunta cambiato creato creata aggiornato ' +
    'aggiornata ' +
    'behoben corrigé corrigée corregido corretto corrigido opgelost ' +
    'adicionado alterado alterada criado atualizado toegevoegd gewijzigd aangemaakt bijgewerkt',
);

/** Verbs of the same kind, for what a service cannot do. */
export const DOES = listed(
  'book rebook reserve schedule reschedule order purchase buy pay charge credit refund reimburse waive cancel renew extend ' +
    'upgrade downgrade ' +
    'change exchange replace return ship send transfer issue grant approve accept process apply redeem update modify add remove ' +
    'delete restore ' +
    'merge deploy release publish install enable disable reopen offer combine split',
);

/** Forms of a verb that a participle follows: "has been", "was", "are now". */
export const HAVE_BEEN = listed('has have');
export const BEEN = listed('been');
export const WAS = listed('was were wurde wurden fue fueron foi foram werd');
/** Those behind which other words may stand before the participle. */
export const WAS_APART = listed('wurde wurden werd');
export const IS = listed('is are ist sind');
export const NOW = listed('now already nun jetzt');
/** Two words of other languages that mean "has been". */
export const HAS_BEEN = new Set(
  ['a été', 'ont été', 'ha sido', 'han sido', 'è stato', 'è stata', 'sono stati', 'sono state'].concat(['is nu', 'zijn nu']),
);
/** Words for those who say that it was done, and the verb that may follow. */
export const WE = listed('i we i’ve we’ve ich wir he hemos ho abbiamo');
export const HAVE = listed('have habe haben');

/** States that end a wish, at the end of their clause or before what they are about. */
export const ENDED = new Set([
  'sold out',
  'fully booked',
  'out of stock',
  'not available',
  'no longer available',
  'not refundable',
  'ausgebucht',
  'ausverkauft',
]);
export const ENDED_WORD = listed(
  'unavailable non-refundable nonrefundable ineligible overdue expired complet agotado esaurito esgotado uitverkocht',
);

/** Words that make a sentence one of what might be, or of what somebody is asked. */
export const OPEN = listed(
  'can if unless whether once when until before would will shall should may might could please want like wish need let ' +
    'wenn falls ob sobald bevor würde wird werden könnte soll bitte si lorsque quand sera seront pourrait cuando será serán ' +
    'podría se quando sarà ' +
    'saranno será als zodra zou zal',
);

/** Words in front of a subject. */
export const DETERMINERS = listed(
  'the a an your my our his her their this that these those following both and so also all now unfortunately however ' +
    'der die das den dem ihr ihre ihren dein deine mein le la les votre vos mon ma el los las su sus tu ' +
    'il lo i gli suo o os as seu sua de het uw je',
);
/** Subjects that say nothing. */
export const PRONOUNS = listed('it this that they you everything i we he she there which es sie er il elle ils cela het dit dat');
/** Words for those whom it was done for, at the end: they read it. */
export const ADDRESSED = listed('you me us them dich ihnen vous toi ti usted você u jou');
/** Words that a reason begins with: it tells of what was before. */
export const REASONS = listed('since because as weil da parce car porque perché poiché omdat');
/** Words that a further clause begins with. */
export const ENDS = listed(
  'and but because since so which who as while although though und aber weil da et mais car y pero porque e ma perché en maar omdat',
);
