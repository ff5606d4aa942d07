"""The script that puts the words of Streamlit's own controls into Portuguese: its front end is in English."""

from __future__ import annotations

import json

# What Streamlit 1.67 writes by itself on these pages: text, titles and names for screen readers.
WORDS = {
    "Skip to main content": "Ir para o conteúdo",
    "Link to heading": "Endereço desta seção",
    "Clear value": "Limpar",
    "Clear all": "Limpar tudo",
    "Open": "Abrir a lista",
    "Close": "Fechar",
    "Copy to clipboard": "Copiar",
    "Fullscreen": "Tela cheia",
    "Exit fullscreen": "Sair da tela cheia",
    "Close fullscreen": "Sair da tela cheia",
    "Pagination": "Páginas da lista",
    "Previous page": "Página anterior",
    "Next page": "Próxima página",
    "No results": "Nada encontrado",
    "Select all": "Escolher tudo",
    "Running...": "Carregando…",
    "Stop": "Parar",
    "Connection error": "Sem conexão",
    "Connecting": "Conectando",
}

WORDS_SCRIPT = (
    "(function(){var w="
    + json.dumps(WORDS, ensure_ascii=False, separators=(",", ":"))
    + """,names=["aria-label","title","placeholder"];
function say(s){if(w[s])return w[s];
if(/^Page \\d+$/.test(s))return "Página"+s.slice(4);
if(s.indexOf("Fullscreen: ")===0)return w.Fullscreen+s.slice(10);}
function name(n){names.forEach(function(k){var v=n.getAttribute(k),p=v&&say(v);if(p)n.setAttribute(k,p);});}
function read(n){
if(n.nodeType===3){var p=say(n.data.trim()),e=n.parentNode;
if(p&&e&&!e.closest(".stMarkdown,.stHtml"))n.data=p;}
else if(n.nodeType===1){name(n);n.childNodes.forEach(read);}}
new MutationObserver(function(all){
if(document.documentElement.lang.slice(0,2)!=="pt")return;
all.forEach(function(m){
if(m.type==="attributes")name(m.target);
else if(m.type==="characterData")read(m.target);
else m.addedNodes.forEach(read);});
}).observe(document,{subtree:true,childList:true,characterData:true,attributes:true,attributeFilter:names});})();"""
)
