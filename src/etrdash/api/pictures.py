"""The script that saves a chart as a picture: with its legend and its source line, as on the page."""

from __future__ import annotations

# On a click on ``a.etr-png``: copies the last chart before the link, writes the legend and the source under
# it and gives the copy to the browser as a PNG of twice the size. Nothing leaves the page.
PICTURE_SCRIPT = """\
document.addEventListener("click",function(e){
var a=e.target.closest&&e.target.closest("a.etr-png");
if(!a)return;
e.preventDefault();
var chart=Array.from(document.querySelectorAll(".stVegaLiteChart svg.marks"))
.filter(function(s){return s.compareDocumentPosition(a)&Node.DOCUMENT_POSITION_FOLLOWING;}).pop();
if(!chart)return;
var lines=Array.from(chart.querySelectorAll(".role-title tspan,.role-title text:not(:has(tspan))"))
.map(function(n){return n.textContent;});
var look=getComputedStyle(document.querySelector(".stApp"));
var w=Math.max(chart.clientWidth,540),h=chart.clientHeight;
var svg=chart.cloneNode(true),ns="http://www.w3.org/2000/svg",x=8,y=h+18;
function put(name,attributes,text){var n=document.createElementNS(ns,name);
for(var k in attributes)n.setAttribute(k,attributes[k]);
if(text)n.textContent=text;svg.appendChild(n);return n;}
svg.insertBefore(put("rect",{width:"100%",height:"100%",fill:look.backgroundColor}),svg.firstChild);
function write(text,size){
put("text",{x:x,y:y,fill:look.color,"font-family":"sans-serif","font-size":size},text);}
(a.dataset.legenda||"").split("|").filter(Boolean).forEach(function(item){
var name=item.slice(8),room=28+6.4*name.length;
if(x+room>w){x=8;y+=18;}
put("rect",{x:x,y:y-10,width:11,height:11,fill:item.slice(0,7)});
x+=16;write(name,12);x+=room-16;});
if(x>8){x=8;y+=18;}
write("etrdash. "+a.closest("p").firstChild.textContent.trim(),11);
h=y+10;
svg.setAttribute("width",w);svg.setAttribute("height",h);svg.setAttribute("viewBox","0 0 "+w+" "+h);
var picture=new Image();
picture.onload=function(){
var canvas=document.createElement("canvas"),link=document.createElement("a");
canvas.width=2*w;canvas.height=2*h;
canvas.getContext("2d").drawImage(picture,0,0,2*w,2*h);
link.href=canvas.toDataURL("image/png");
link.download=(lines.join(" ")||"etrdash")+".png";link.click();};
picture.src="data:image/svg+xml;charset=utf-8,"
+encodeURIComponent(new XMLSerializer().serializeToString(svg));
});"""
