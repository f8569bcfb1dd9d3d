/**
 * Domains under which anybody can have an address: none of them is one company's, and none is blocked whole. The large
 * providers of the countries whose languages mails are read in, and a few that give addresses for ten minutes.
 */
const PROVIDERS = new Set(
  `
  gmail.com, googlemail.com,
  outlook.com, outlook.de, outlook.fr, outlook.es, outlook.it, outlook.pt, outlook.dk, outlook.cz, outlook.be, outlook.at, outlook.co.uk,
  hotmail.com, hotmail.co.uk, hotmail.de, hotmail.fr, hotmail.es, hotmail.it, hotmail.nl, hotmail.se, hotmail.no, hotmail.dk, hotmail.be, hotmail.ch,
  live.com, live.co.uk, live.de, live.fr, live.it, live.nl, live.se, live.no, live.dk, live.be, live.at, live.ca, live.com.pt, msn.com, passport.com, windowslive.com,
  yahoo.com, yahoo.co.uk, yahoo.de, yahoo.fr, yahoo.es, yahoo.it, yahoo.se, yahoo.no, yahoo.dk, yahoo.pl, yahoo.ca, yahoo.com.br, yahoo.com.au, yahoo.com.mx, yahoo.com.ar, yahoo.co.jp, yahoo.co.in, yahoo.ie, ymail.com, rocketmail.com, myyahoo.com,
  aol.com, aol.de, aol.fr, aol.co.uk, aim.com,
  icloud.com, me.com, mac.com,
  proton.me, protonmail.com, protonmail.ch, pm.me,
  tutanota.com, tutanota.de, tutamail.com, tuta.io, tuta.com, keemail.me,
  fastmail.com, fastmail.fm, mailfence.com, hushmail.com, hey.com, zoho.com, zohomail.com, zohomail.eu, mail.com, email.com, usa.com, inbox.com, runbox.com, posteo.de, posteo.net, mailbox.org,
  gmx.de, gmx.net, gmx.at, gmx.ch, gmx.com, gmx.fr, gmx.co.uk, web.de, t-online.de, freenet.de, arcor.de, online.de, mail.de, email.de, kabelmail.de, vodafone.de, o2online.de, unity-mail.de,
  bluewin.ch, hispeed.ch, sunrise.ch, aon.at, chello.at, inode.at,
  orange.fr, wanadoo.fr, free.fr, sfr.fr, neuf.fr, laposte.net, bbox.fr, numericable.fr, aliceadsl.fr, club-internet.fr, voila.fr,
  libero.it, virgilio.it, tiscali.it, alice.it, tin.it, tim.it, fastwebnet.it, email.it, inwind.it, iol.it, pec.it,
  telefonica.net, terra.es, ono.com, movistar.es,
  sapo.pt, clix.pt, netcabo.pt, mail.telepac.pt, uol.com.br, bol.com.br, terra.com.br, ig.com.br, globo.com,
  ziggo.nl, kpnmail.nl, planet.nl, hetnet.nl, xs4all.nl, home.nl, casema.nl, upcmail.nl, telenet.be, skynet.be, proximus.be, scarlet.be,
  telia.com, spray.se, bredband.net, comhem.se, tele2.se,
  online.no, start.no, broadpark.no, lyse.net, getmail.no,
  mail.dk, tdcadsl.dk, stofanet.dk, jubii.dk, ofir.dk, youmail.dk,
  wp.pl, o2.pl, onet.pl, op.pl, interia.pl, poczta.onet.pl, vp.pl, gazeta.pl, poczta.fm, tlen.pl,
  seznam.cz, email.cz, centrum.cz, atlas.cz, volny.cz, post.cz, centrum.sk, azet.sk, zoznam.sk,
  btinternet.com, bt.com, sky.com, talktalk.net, virginmedia.com, ntlworld.com, blueyonder.co.uk, tiscali.co.uk, plus.net, eircom.net,
  comcast.net, verizon.net, att.net, sbcglobal.net, bellsouth.net, cox.net, charter.net, earthlink.net, optonline.net, juno.com, netzero.net, frontier.com, windstream.net,
  shaw.ca, rogers.com, sympatico.ca, telus.net, videotron.ca, bigpond.com, bigpond.net.au, optusnet.com.au, iinet.net.au, xtra.co.nz,
  yandex.com, yandex.ru, ya.ru, mail.ru, bk.ru, list.ru, inbox.ru, internet.ru, rambler.ru, ukr.net, i.ua,
  qq.com, 163.com, 126.com, yeah.net, sina.com, sina.cn, sohu.com, foxmail.com, aliyun.com, 139.com, naver.com, hanmail.net, daum.net, nate.com,
  docomo.ne.jp, ezweb.ne.jp, softbank.ne.jp, rediffmail.com,
  duck.com, relay.firefox.com, mozmail.com, privaterelay.appleid.com, simplelogin.com, anonaddy.com, anonaddy.me, addy.io,
  mailinator.com, guerrillamail.com, 10minutemail.com, temp-mail.org, yopmail.com, trashmail.com, trashmail.de, sharklasers.com, dispostable.com, getnada.com, maildrop.cc,
  `
    .split(/[\s,]+/)
    .filter(Boolean),
);

/** Whether anybody can have an address at a domain, written in lower case. */
export function isPublicMailProvider(domain: string): boolean {
  return PROVIDERS.has(domain);
}
